"""Executors of `concurrent.futures` on clusters; each module needs the extra of its name."""
