/** Settings of the publisher that a public instance requires, without the register. */
export const PUBLISHED = {
  PUBLISHER_NAME: 'Au Juste Taux SAS',
  PUBLISHER_ADDRESS: '3 rue des Quais, 69002 Lyon',
  PUBLISHER_DIRECTOR: 'Hélène Morvan',
  PUBLISHER_PHONE: '+33 4 78 00 00 00',
  PUBLISHER_EMAIL: 'bonjour@juste-taux.fr',
  PUBLISHER_HOST: 'Machines & Cie, 1 quai du Port, 59140 Dunkerque, 03 28 00 00 00',
  PUBLISHER_TIES: 'Aucun contrat et aucune part de capital ne lient Au Juste Taux SAS à un bureau.',
  PUBLISHER_REVENUE: 'Au Juste Taux SAS ne reçoit rien des bureaux ; son fondateur la finance.',
};
