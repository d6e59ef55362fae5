-- By what a user recognises a session: the browser in words of a closed list, and the network without its last part.
ALTER TABLE sessions
  ADD COLUMN device text,
  ADD COLUMN network text;
