import '#web/shared/base.css';
import './office.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { ModalHost } from '#web/shared/feedback/ModalHost.tsx';
import { warnBeforeLeaving } from './pages/fixings/drafts.ts';
import { router } from './routes.tsx';

warnBeforeLeaving();
const root = document.getElementById('root');
if (!root) throw new Error('index.html holds the root');
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
    <ModalHost router={router} />
  </StrictMode>,
);
