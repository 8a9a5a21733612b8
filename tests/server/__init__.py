"""`ninetka serve`."""
