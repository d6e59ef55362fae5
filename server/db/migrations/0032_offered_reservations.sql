-- An offer says whether its bureau takes reservations: who follows the log reads the bureau again.
CREATE FUNCTION note_reservation_terms() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM note_changes(jsonb_build_array(coalesce(NEW.company_id, OLD.company_id)::text));
  RETURN NULL;
END
$$;
CREATE TRIGGER reservation_terms_changed AFTER INSERT OR UPDATE OR DELETE ON reservation_terms
  FOR EACH ROW EXECUTE FUNCTION note_reservation_terms();
