"""How Sphinx makes a site of these pages (`make site`)."""

project = "Twofold"
copyright = "the Twofold authors"  # noqa: A001 - Sphinx's own name
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "Twofold"
html_favicon = "../resources/icons/app-mark.svg"
html_copy_source = False
html_show_sphinx = False
# Blocks of code are commands, trees of files and formulas; Python is marked where it stands.
highlight_language = "none"
# `[deleting](security.md#deleting)` leads to a heading.
myst_heading_anchors = 3
nitpicky = True
