"""The test kit and the strategies."""
