"""The compiled code of 9AM and Mills."""
