"""The web app and its worker: accounts, lessons, submissions and what came of them."""
