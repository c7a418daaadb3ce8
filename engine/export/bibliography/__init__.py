"""What is known of documents as references, and bibliographies in a citation style."""
