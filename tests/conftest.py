"""How many examples Hypothesis tries: a few by default, many with NINETKA_TESTS=thorough."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile("quick", max_examples=25, deadline=None)
settings.register_profile(
    "thorough",
    max_examples=400,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.load_profile(os.environ.get("NINETKA_TESTS", "quick"))
