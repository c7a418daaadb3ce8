"""Files in the Compound File Binary Format ([MS-CFB]): older Office documents, Outlook messages."""
