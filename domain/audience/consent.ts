/**
 * Consents as shown and stored beside the address (GDPR, article 7). A changed sentence binds later
 * consents only.
 */

export const LEAD_CONSENT =
  'En envoyant votre adresse, vous acceptez que Parité vous écrive au sujet de l’accès prioritaire à la réservation en ligne et de ses nouveautés. Une simple demande suffit pour ne plus rien recevoir et la faire effacer.';

export const NEWSLETTER_CONSENT =
  'En vous inscrivant, vous acceptez que Parité vous écrive à cette adresse pour vous envoyer sa lettre d’information. Un lien, dans chaque lettre, vous désinscrit.';
