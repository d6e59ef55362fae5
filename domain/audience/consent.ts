/**
 * What a person agrees to, as the page shows it and as it is kept beside the address (GDPR, article 7: who
 * relies on a consent must be able to show it). A changed sentence binds those who agree from then on.
 */

/** Said beside 'Envoyer et continuer': sending is agreeing. */
export const LEAD_CONSENT =
  'En envoyant votre adresse, vous acceptez que Parité vous écrive au sujet de l’accès prioritaire à la réservation en ligne et de ses nouveautés. Une simple demande suffit pour ne plus rien recevoir et la faire effacer.';

/** Said beside the 'S’inscrire' button: subscribing is agreeing. */
export const NEWSLETTER_CONSENT =
  'En vous inscrivant, vous acceptez que Parité vous écrive à cette adresse pour vous envoyer sa lettre d’information. Un lien, dans chaque lettre, vous désinscrit.';
