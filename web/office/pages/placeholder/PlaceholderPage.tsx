import { page } from '../../page.tsx';
import { Placeholder } from '../../ui/Placeholder.tsx';

export const dashboardPage = placeholder('dashboard');
export const clientsPage = placeholder('clients');

/** A section that is not built yet. */
function placeholder(of: Parameters<typeof Placeholder>[0]['of']) {
  return page({ needs: [], load: async () => null, Component: () => <Placeholder of={of} /> });
}
