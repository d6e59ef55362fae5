import { useClientState } from '#web/shared/feedback/client-state.ts';
import styles from './Placeholder.module.css';
import clients from './pictures/clients.svg';
import dashbord from './pictures/dashbord.svg';
import orders from './pictures/orders.svg';
import reservations from './pictures/reservations.svg';

const SECTIONS = {
  dashboard: [dashbord, 'Vos chiffres du jour, vos alertes et vos échéances, en un coup d’œil.'],
  orders: [orders, 'Les commandes de devises de vos clients, de la demande à la remise.'],
  reservations: [reservations, 'Les retraits réservés à votre guichet, jour par jour.'],
  clients: [clients, 'Vos clients et l’historique de leurs échanges.'],
} as const;

/** Picture of a section, for a company outside the beta (spec 2). */
export function Placeholder({ of }: { of: keyof typeof SECTIONS }) {
  const [picture, text] = SECTIONS[of];
  const isInBeta = useClientState(({ user }) => user?.takes_reservations === true);
  return (
    <section className={styles.placeholder}>
      <img className={styles.picture} src={picture} alt="" width={960} height={540} />
      <h2>Bientôt dans votre espace</h2>
      <p className={styles.text}>{text}</p>
      <p className={styles.text}>
        {isInBeta
          ? 'Votre compte n’en a pas encore le droit. Votre administrateur peut le lui donner.'
          : 'Cette page s’ouvre dès que Parité admet votre bureau à la bêta. Votre administrateur peut le demander.'}
      </p>
    </section>
  );
}
