import { page } from '../../page.tsx';
import { Placeholder } from '../../ui/Placeholder.tsx';

export const dashboardPage = page({
  needs: [],
  load: async () => null,
  Component: () => <Placeholder of="dashboard" />,
});
