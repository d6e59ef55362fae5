import { createHashRouter, type RouteObject, redirect } from 'react-router';
import { addresses } from './addresses.ts';
import { revalidateUnlessStaying } from './guard.ts';
import { Layout } from './layout/Layout.tsx';
import { Failure } from './layout/NoPage.tsx';
import { route } from './page.tsx';
import { branchesPage, ownBranchesPage } from './pages/branches/BranchesPage.tsx';
import { addBranchPage, addOwnBranchPage, branchPage, ownBranchPage } from './pages/branches/BranchPage.tsx';
import { importBranchesPage, importOwnBranchesPage } from './pages/branches/in/ImportPage.tsx';
import { clientsPage } from './pages/clients/ClientsPage.tsx';
import { addCompanyPage } from './pages/companies/AddCompanyPage.tsx';
import { companiesPage } from './pages/companies/CompaniesPage.tsx';
import { companyPage } from './pages/companies/CompanyPage.tsx';
import { currenciesPage } from './pages/currencies/CurrenciesPage.tsx';
import { dashboardPage } from './pages/dashboard/DashboardPage.tsx';
import { factorsPage } from './pages/factors/FactorsPage.tsx';
import { RestoreFactorPage } from './pages/factors/RestoreFactorPage.tsx';
import { allRatesPage } from './pages/fixings/AllRatesPage.tsx';
import { boardPage } from './pages/fixings/board/BoardPage.tsx';
import { allHistoryPage, ownHistoryPage } from './pages/fixings/history/HistoryPage.tsx';
import { importPage } from './pages/fixings/in/ImportPage.tsx';
import { ownRatesPage } from './pages/fixings/OwnRatesPage.tsx';
import { journalPage } from './pages/journal/JournalPage.tsx';
import { LoginPage } from './pages/login/LoginPage.tsx';
import { marginsPage } from './pages/margins/MarginsPage.tsx';
import { ordersPage } from './pages/orders/OrdersPage.tsx';
import { preparationPage } from './pages/orders/PreparationPage.tsx';
import { redemptionPage } from './pages/orders/RedemptionPage.tsx';
import { redemptionsPage } from './pages/orders/RedemptionsPage.tsx';
import { registerPage } from './pages/orders/RegisterPage.tsx';
import { slipPage } from './pages/orders/SlipPage.tsx';
import { ForgottenPasswordPage } from './pages/password/ForgottenPasswordPage.tsx';
import { loadPasswordLink, NewPasswordPage } from './pages/password/NewPasswordPage.tsx';
import { privacyPage } from './pages/privacy/PrivacyPage.tsx';
import { confirmMailPage } from './pages/profile/ConfirmMailPage.tsx';
import { profilePage } from './pages/profile/ProfilePage.tsx';
import { ratesFeedPage } from './pages/rates-feed/RatesFeedPage.tsx';
import { reservationsPage } from './pages/reservations/ReservationsPage.tsx';
import { securityPage } from './pages/security/SecurityPage.tsx';
import { sessionsPage } from './pages/sessions/SessionsPage.tsx';
import { stocksPage } from './pages/stocks/StocksPage.tsx';
import { termsPage } from './pages/terms/TermsPage.tsx';
import { inviteUserPage } from './pages/users/InviteUserPage.tsx';
import { otherUsersPage } from './pages/users/OtherUsersPage.tsx';
import { userPage } from './pages/users/UserPage.tsx';

/** Spelling of spec 2. */
const pages: RouteObject[] = [
  route(addresses.fixings, ownRatesPage, allRatesPage),
  route(addresses.importRates, importPage),
  route(addresses.ratesHistory, ownHistoryPage, allHistoryPage),
  route(addresses.administration, currenciesPage, companiesPage),
  route(addresses.companies, companiesPage),
  route(addresses.newCompany, addCompanyPage),
  route(addresses.company(':id'), companyPage),
  route(addresses.branches(null), ownBranchesPage),
  route(addresses.newBranch(null), addOwnBranchPage),
  route(addresses.importBranches(null), importOwnBranchesPage),
  route(addresses.branch(null, ':branch'), ownBranchPage),
  route(addresses.branches(':id'), branchesPage),
  route(addresses.newBranch(':id'), addBranchPage),
  route(addresses.importBranches(':id'), importBranchesPage),
  route(addresses.branch(':id', ':branch'), branchPage),
  route(addresses.otherUsers, otherUsersPage),
  route(addresses.newUser, inviteUserPage),
  route(addresses.user(':id'), userPage),
  route(addresses.journal, journalPage),
  route(addresses.security, securityPage),
  route(addresses.sessions, sessionsPage),
  route(addresses.privacy, privacyPage),
  route(addresses.ratesFeed, ratesFeedPage),
  route(addresses.margins, marginsPage),
  route(addresses.board, boardPage),
  route(addresses.terms, termsPage),
  route(addresses.stocks, stocksPage),
  route('/dashbord', dashboardPage),
  route(addresses.orders, ordersPage),
  route(addresses.preparation, preparationPage),
  route(addresses.slip(':id'), slipPage),
  route(addresses.register, registerPage),
  route(addresses.redemptions, redemptionsPage),
  route(addresses.redemption(':id', ':number'), redemptionPage),
  route('/reservations', reservationsPage),
  route('/clients', clientsPage),
  route(addresses.profile, profilePage),
  route(addresses.confirmMail, confirmMailPage),
  route(addresses.factors, factorsPage),
];

const waiting = (
  <Layout>
    <p role="status">Chargement en cours</p>
  </Layout>
);

export const router = createHashRouter([
  { path: '/login', element: <LoginPage /> },
  {
    path: '/password',
    element: <NewPasswordPage />,
    loader: loadPasswordLink,
    hydrateFallbackElement: <p role="status">Chargement en cours</p>,
  },
  { path: '/password/forgotten', element: <ForgottenPasswordPage /> },
  { path: '/second-facteur', element: <RestoreFactorPage /> },
  {
    element: <Layout />,
    hydrateFallbackElement: waiting,
    children: pages.map((page) => ({
      ...page,
      errorElement: <Failure />,
      shouldRevalidate: revalidateUnlessStaying,
    })),
  },
  // spec 2: on this host, public pages and unknown addresses lead to the rates
  { path: '*', loader: () => redirect('/fixings'), hydrateFallbackElement: waiting },
]);
