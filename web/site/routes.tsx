import { createHashRouter, redirect } from 'react-router';
import { Layout } from './layout/Layout.tsx';
import { Failure } from './pages/failure/Failure.tsx';
import { Landing } from './pages/landing/Landing.tsx';
import { LandingSkeleton } from './pages/landing/LandingSkeleton.tsx';
import { loadLanding } from './pages/landing/load-landing.ts';

export const router = createHashRouter([
  {
    element: <Layout />,
    hydrateFallbackElement: (
      <Layout>
        <LandingSkeleton />
      </Layout>
    ),
    children: [
      {
        path: '/',
        element: <Landing />,
        loader: loadLanding,
        // a search is kept in this page's history entry: that is no reason to load the currencies again
        shouldRevalidate: () => false,
        errorElement: <Failure />,
      },
      // spec 2: on the public host every other route leads to the landing page
      { path: '*', loader: () => redirect('/') },
    ],
  },
]);
