-- Who was shown which link already: looked up whenever a list shows links.
CREATE INDEX audit_entries_shown_links_idx ON audit_entries (user_id, subject_user_id)
  WHERE action = 'user.link_shown';
