"""Sphinx configuration (`make site`)."""

project = "Twofold"
copyright = "the Twofold authors"  # noqa: A001 - Sphinx's own name
extensions = ["myst_parser", "sphinx_copybutton"]
html_theme = "furo"
html_title = "Twofold"
html_favicon = "../resources/icons/app-mark.svg"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
highlight_language = "bash"  # most blocks are commands; others name their language
# Makes links such as `[deleting](security.md#deleting)` work.
myst_heading_anchors = 3
nitpicky = True
