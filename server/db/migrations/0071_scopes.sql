-- As 0004: an empty database gets its scopes from the seed.
INSERT INTO scopes (scope, label)
SELECT new.scope, new.label
FROM (VALUES
  ('feeds.edit.all', 'Importer des taux intermédiaires'),
  ('privacy.edit.all', 'Exporter et effacer les données d’une personne')
) AS new (scope, label)
WHERE EXISTS (SELECT FROM scopes)
ON CONFLICT DO NOTHING;
