"""The adjudicator: pure Python that knows neither Django nor mail."""
