import { createHashRouter, type RouteObject, redirect } from 'react-router';
import { administrationPages } from './administration-pages.tsx';
import { guarded, revalidateUnlessStaying } from './guard.ts';
import { Failure } from './layout/Failure.tsx';
import { Layout } from './layout/Layout.tsx';
import { loadSittings } from './load-sittings.ts';
import { Fixings } from './pages/fixings/Fixings.tsx';
import { loadFixings } from './pages/fixings/load-fixings.ts';
import { Login } from './pages/login/Login.tsx';
import { ForgottenPassword } from './pages/password/ForgottenPassword.tsx';
import { NewPassword } from './pages/password/NewPassword.tsx';
import { Placeholder } from './pages/placeholder/Placeholder.tsx';
import clients from './pages/placeholder/pictures/clients.svg';
import dashbord from './pages/placeholder/pictures/dashbord.svg';
import orders from './pages/placeholder/pictures/orders.svg';
import profil from './pages/placeholder/pictures/profil.svg';
import reservations from './pages/placeholder/pictures/reservations.svg';
import { Sittings } from './Sittings.tsx';

const pages: RouteObject[] = [
  { path: '/fixings', element: <Fixings />, loader: guarded(loadFixings) },
  { path: '/sittings', element: <Sittings />, loader: guarded(loadSittings) },
  ...administrationPages,
  placeholder('/dashbord', dashbord, 'Vos chiffres du jour, vos alertes et vos échéances, en un coup d’œil.'),
  placeholder('/orders', orders, 'Les commandes de devises de vos clients, de la demande à la remise.'),
  placeholder('/reservations', reservations, 'Les retraits réservés à votre guichet, jour par jour.'),
  placeholder('/clients', clients, 'Vos clients et l’historique de leurs échanges.'),
  placeholder('/profil', profil, 'Vos coordonnées, votre photo et votre mot de passe.'),
];

const waiting = (
  <Layout>
    <p role="status">Chargement en cours</p>
  </Layout>
);

export const router = createHashRouter([
  { path: '/login', element: <Login /> },
  { path: '/password', element: <NewPassword /> },
  { path: '/password/forgotten', element: <ForgottenPassword /> },
  {
    element: <Layout />,
    hydrateFallbackElement: waiting,
    children: pages.map((page) => ({
      ...page,
      errorElement: <Failure />,
      shouldRevalidate: revalidateUnlessStaying,
    })),
  },
  // spec 2: on this host the public pages, and whatever does not exist, lead to the rates
  { path: '*', loader: () => redirect('/fixings'), hydrateFallbackElement: waiting },
]);

/** Only the current user is fetched for it. */
function placeholder(path: string, picture: string, text: string): RouteObject {
  return {
    path,
    element: <Placeholder picture={picture} text={text} />,
    loader: guarded(async () => null),
  };
}
