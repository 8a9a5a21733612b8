"""What everything stands on: errors, values, texts and JSON within limits."""
