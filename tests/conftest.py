"""For all tests: Hypothesis judges what happens, never how long it takes; machines are busy."""

from hypothesis import HealthCheck, settings

settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")
