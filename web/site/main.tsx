import '#web/shared/base.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { ModalLayer } from './layout/ModalLayer.tsx';
import { router } from './routes.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html holds the root');
const site = (
  <StrictMode>
    <RouterProvider router={router} />
    <ModalLayer router={router} />
  </StrictMode>
);
// index.html holds the landing page's first wait (web/build/prerender.ts); any other page starts afresh
if (root.hasChildNodes() && /^#?\/?$/.test(location.hash)) hydrateRoot(root, site);
else createRoot(root).render(site);
document.documentElement.removeAttribute('data-elsewhere');
