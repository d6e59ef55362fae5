const PATHS = {
  dashboard: 'M3 3h6v8H3zM11.5 3H17v4.500h-5.500zM11.5 10H17v7h-5.500zM3 13.500h6V17H3z',
  orders: 'M4 6.500h12l-1 10.500H5zM7 6.500V5a3 3 0 0 1 6 0v1.5',
  reservations: 'M3.5 4.500h13v12h-13zM3.5 8.500h13M7 2.500v3.500M13 2.500v3.5',
  clients:
    'M7.5 9.500a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 17c.3-3 2.3-4.8 5.5-4.800S12.7 14 13 17M13 9.300a3 3 0 0 0 0-5.700M15 12.800c1.7.7 2.8 2.2 3 4.2',
  fixings: 'M3 7h13l-3.2-3.200M17 13H4l3.2 3.2',
  branches:
    'M10 17.500s5.500-4.800 5.500-9a5.500 5.500 0 0 0-11 0c0 4.200 5.500 9 5.500 9zM10 10.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  administration:
    'M10 12.800a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.600zM10 2v2.500M10 15.500V18M2 10h2.500M15.5 10H18M4.3 4.3 6.1 6.100M13.9 13.900l1.8 1.800M4.3 15.700l1.8-1.800M13.9 6.100l1.8-1.8',
  profile: 'M10 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3.5 17.500c.5-3.5 3-5.5 6.5-5.500s6 2 6.5 5.5',
  logout: 'M12 4V3H4v14h8v-1M8 10h9.500M14.5 7l3 3-3 3',
  menu: 'M3 5.500h14M3 10h14M3 14.500h14',
  close: 'M5 5l10 10M15 5 5 15',
  chevron: 'm5 7.5 5 5 5-5',
  eye: 'M1.5 10S4.5 4.5 10 4.5 18.5 10 18.5 10 15.5 15.5 10 15.5 1.5 10 1.5 10zM10 12.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  eyeClosed:
    'M3 3l14 14M8 4.700A8 8 0 0 1 10 4.500c5.5 0 8.5 5.5 8.5 5.500a14 14 0 0 1-2.4 3M12 15.200a8 8 0 0 1-2 .3C4.5 15.5 1.5 10 1.5 10a14 14 0 0 1 3-3.6',
  search: 'M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12zM13.5 13.5 17.5 17.5',
  copy: 'M7 7h10v10H7zM4.5 13H3V3h10v1.5',
  pause: 'M7 5v10M13 5v10',
  play: 'M7 4.500 15 10l-8 5.500z',
  more: 'M4.500 10h.01M10 10h.01M15.500 10h.01',
  undo: 'M7.500 5 4 8.500 7.500 12M4 8.500h8a4 4 0 0 1 0 8h-2',
  follow: 'M15.500 7A6.5 6.5 0 1 0 16.500 10M16 3.500V7h-3.5',
  check: 'm4 10.5 4 4 8-9',
  back: 'M16 10H4.500M9 5l-5 5 5 5',
  plus: 'M10 4v12M4 10h12',
  upload: 'M10 13V3.500M6 7l4-4 4 4M3.5 13v3.500h13V13',
  mail: 'M2.5 4.500h15v11h-15zM3 5l7 6 7-6',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
