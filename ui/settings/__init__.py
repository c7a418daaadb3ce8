"""The settings as a person sees and changes them."""
