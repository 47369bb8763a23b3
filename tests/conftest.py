"""What every test shares: how hypothesis behaves, and nothing of any room."""

from hypothesis import settings

# A busy machine must not fail a property, so no example is timed.
settings.register_profile("twofold", deadline=None, print_blob=True)
settings.load_profile("twofold")
