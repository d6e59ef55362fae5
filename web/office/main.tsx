import '#web/shared/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Welcome } from './pages/welcome/Welcome.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html holds the root');
createRoot(root).render(
  <StrictMode>
    <Welcome />
  </StrictMode>,
);
