"""Small games made for the tests, each with something that the published games do not have."""
