import { page } from '../../page.tsx';
import styles from './PlaceholderPage.module.css';
import clients from './pictures/clients.svg';
import dashbord from './pictures/dashbord.svg';
import orders from './pictures/orders.svg';
import reservations from './pictures/reservations.svg';

export const dashboardPage = placeholder(
  dashbord,
  'Vos chiffres du jour, vos alertes et vos échéances, en un coup d’œil.',
);
export const ordersPage = placeholder(
  orders,
  'Les commandes de devises de vos clients, de la demande à la remise.',
);
export const reservationsPage = placeholder(
  reservations,
  'Les retraits réservés à votre guichet, jour par jour.',
);
export const clientsPage = placeholder(clients, 'Vos clients et l’historique de leurs échanges.');

/** A section that is not built yet: a picture of what it will be (spec 2). */
function placeholder(picture: string, text: string) {
  return page({
    needs: [],
    load: async () => null,
    Component: () => (
      <section className={styles.placeholder}>
        <img className={styles.picture} src={picture} alt="" width={960} height={540} />
        <h2>Bientôt dans votre espace</h2>
        <p className={styles.text}>{text}</p>
      </section>
    ),
  });
}
