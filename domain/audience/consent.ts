/**
 * What a person agrees to, as the page shows it and as it is kept beside the address (GDPR, article 7: who
 * relies on a consent must be able to show it). A changed sentence binds those who agree from then on.
 */
export const LEAD_CONSENT =
  'J’accepte que Parité conserve mon adresse pour m’écrire au sujet de l’accès prioritaire et de ses nouveautés.';

/** Said beside the 'S’inscrire' button: subscribing is agreeing. */
export const NEWSLETTER_CONSENT =
  'En vous inscrivant, vous acceptez de recevoir la lettre d’information de Parité à cette adresse.';
