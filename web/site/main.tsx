import '#web/shared/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { ModalLayer } from './layout/ModalLayer.tsx';
import { router } from './routes.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html holds the root');
// takes the place of the first wait that index.html holds (web/build/prerender.ts)
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
    <ModalLayer router={router} />
  </StrictMode>,
);
document.documentElement.removeAttribute('data-elsewhere');
