import './prerender-document.ts';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { FirstWait } from './layout/FirstWait.tsx';

// a load that never ends: what is drawn is the wait
const router = createMemoryRouter([
  { path: '*', element: null, hydrateFallbackElement: <FirstWait />, loader: () => new Promise(() => {}) },
]);

/** What the landing page shows until its script is there. */
export const markup = renderToString(<RouterProvider router={router} />)
  // the browser's router writes its addresses behind a hash
  .replaceAll('href="/', 'href="#/');
