import '#web/shared/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BothSchemes, Catalogue } from './Catalogue.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html holds the root');
const scheme = new URLSearchParams(location.search).get('scheme');
if (scheme) document.documentElement.style.colorScheme = scheme;
createRoot(root).render(<StrictMode>{scheme ? <Catalogue scheme={scheme} /> : <BothSchemes />}</StrictMode>);
