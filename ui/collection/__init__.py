"""The collection: saved passages with notes, in an order chosen by the user."""
