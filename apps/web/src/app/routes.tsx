import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { accountTabs } from '@waybill/contract/identity/account-tabs'
import { takeResetToken } from '../features/account/sign-in/reset-token.ts'
import { hasSession } from '../shared/api/session.ts'
import { listenForOverlays } from '../shared/ui/dialogs/overlays.ts'
import { BrokenPage } from '../shared/ui/page/broken-page.tsx'
import { PageWaiting, WholePageWaiting } from '../shared/ui/page/page-waiting.tsx'
import { dashGuard } from './guards/dash-guard.ts'
import { entryGuard } from './guards/entry-guard.ts'
import { loginGuard } from './guards/login-guard.ts'
import { HomePage } from './pages/home.tsx'
import { dashPage, laterPage } from './pages/later-page.tsx'
import { NotFoundPage } from './pages/not-found.tsx'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundPage,
  errorComponent: BrokenPage,
  pendingComponent: WholePageWaiting,
})
const under = <const Path extends string>(path: Path) => ({ getParentRoute: () => root, path })

/** Keeps the named queries, and no others, as plain text. */
const queries =
  <Name extends string>(...names: Name[]) =>
  (search: Record<string, unknown>): { [Key in Name]?: string } =>
    Object.fromEntries(names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : []))) as {
      [Key in Name]?: string
    }

const home = createRoute({
  getParentRoute: () => root,
  id: 'home',
  component: HomePage,
  validateSearch: queries('ref'),
  beforeLoad: entryGuard,
})
const registerModal = laterPage(
  async () => (await import('../features/account/sign-up/register-modal.tsx')).RegisterModal,
  null,
)

const dash = createRoute({
  ...under('/dash'),
  beforeLoad: dashGuard,
  component: dashPage(async () => (await import('./shell/dash-frame.tsx')).DashFrame),
})
const inDash = <const Path extends string>(path: Path) => ({ getParentRoute: () => dash, path })
const accountPage = {
  component: dashPage(async () => (await import('./pages/dash/account.tsx')).AccountPage),
  validateSearch: queries('tab', 'plan', 'session', 'limit', 'need', 'sender'),
}
const transferList = {
  component: dashPage(async () => (await import('./pages/dash/transfers.tsx')).TransfersPage),
  validateSearch: queries('view', 'sort', 'q'),
}

const pricing = {
  component: laterPage(async () => (await import('./pages/pricing.tsx')).PricingPage),
  validateSearch: queries('plan', 'save', 'sender', 'verifyComplete', 'limit', 'need', 'next'),
}
const login = {
  component: laterPage(async () => (await import('./pages/login.tsx')).LoginPage),
  validateSearch: queries('user', 'forgotPass', 'next', 'state', 'code', 'error', 'iss'),
  beforeLoad: loginGuard,
}

/** A visitor signs up or logs in first, and that leads back to here. */
const lifetime = {
  component: laterPage(async () => (await import('./pages/lifetime.tsx')).LifetimePage),
  validateSearch: queries('code', 'next'),
  beforeLoad: ({ search: { code, next } }: { search: { code?: string; next?: string } }) => {
    const own = `/waybill-forever${code === undefined ? '' : `?${new URLSearchParams({ code })}`}`
    if (!hasSession() && next !== own)
      throw redirect({ to: '/waybill-forever', search: { code, next: own }, replace: true })
  },
}

/** Every address of the app, in one list. `/index.html` is an alias of `/`, and so on. */
const routes = [
  home.addChildren([
    createRoute({ getParentRoute: () => home, path: '/' }),
    createRoute({ getParentRoute: () => home, path: '/index.html' }),
    createRoute({ getParentRoute: () => home, path: '/register', component: registerModal }),
  ]),
  createRoute({ ...under('/pricing'), ...pricing }),
  createRoute({ ...under('/signup'), ...pricing }),
  createRoute({ ...under('/waybill-forever'), ...lifetime }),
  createRoute({ ...under('/thankyou'), ...lifetime }),
  createRoute({
    ...under('/accept-invite'),
    ...lifetime,
    validateSearch: queries('code', 'next', 'invite'),
    beforeLoad: (at: { search: { code?: string; next?: string; invite?: string } }) => {
      const token = at.search.invite
      if (token !== undefined)
        throw redirect({ to: '/invite/$token' as '/', params: { token } as never, replace: true })
      lifetime.beforeLoad(at)
    },
  }),
  createRoute({ ...under('/login'), ...login }),
  createRoute({ ...under('/signup/login'), ...login }),
  createRoute({
    ...under('/updatepassword'),
    component: laterPage(async () => (await import('./pages/update-password.tsx')).UpdatePasswordPage),
    validateSearch: queries('t'),
    // The token leaves the address bar at once, and so stays out of the history and of copied links.
    beforeLoad: ({ search }: { search: { t?: string } }) => {
      if (takeResetToken(search.t)) throw redirect({ to: '/updatepassword', replace: true })
    },
  }),
  createRoute({
    ...under('/welcomeback'),
    component: laterPage(async () => (await import('./pages/welcome-back.tsx')).WelcomeBackPage),
    validateSearch: queries('slug', 'email', 'next'),
  }),
  createRoute({
    ...under('/verify-receipt'),
    component: laterPage(async () => (await import('./pages/verify-receipt.tsx')).VerifyReceiptPage),
  }),
  createRoute({
    ...under('/contact'),
    component: laterPage(async () => (await import('./pages/contact.tsx')).ContactPage),
  }),
  createRoute({
    ...under('/invite/$token'),
    component: laterPage(async () => (await import('./pages/invite.tsx')).InvitePage),
  }),
  createRoute({
    ...under('/pay/$session'),
    component: laterPage(async () => (await import('./pages/pay.tsx')).PayPage),
  }),
  dash.addChildren([
    createRoute({
      ...inDash('/'),
      ...transferList,
      component: dashPage(async () => (await import('./pages/dash/dashboard.tsx')).DashboardPage),
    }),
    createRoute({ ...inDash('/transfers'), ...transferList }),
    createRoute({
      ...inDash('/transfers/$slug'),
      component: dashPage(async () => (await import('./pages/dash/transfer.tsx')).TransferPage),
    }),
    createRoute({
      ...inDash('/requests'),
      component: dashPage(async () => (await import('./pages/dash/requests.tsx')).RequestsPage),
      validateSearch: queries('view', 'q', 'new', 'template', 'edit', 'made'),
    }),
    createRoute({
      ...inDash('/requests/$slug'),
      component: dashPage(async () => (await import('./pages/dash/request-record.tsx')).RequestRecordPage),
      validateSearch: queries('view', 'show', 'item', 'q', 'supplier', 'edit'),
    }),
    createRoute({
      ...inDash('/contacts'),
      component: dashPage(async () => (await import('./pages/dash/contacts.tsx')).ContactsPage),
      validateSearch: queries('q'),
    }),
    createRoute({
      ...inDash('/analytics'),
      component: dashPage(async () => (await import('./pages/dash/analytics.tsx')).AnalyticsPage),
      validateSearch: queries('days', 'from', 'to', 'each', 'contact', 'country', 'file'),
    }),
    createRoute({
      ...inDash('/library'),
      component: dashPage(async () => (await import('./pages/dash/library.tsx')).LibraryPage),
      validateSearch: queries('kind', 'q'),
    }),
    ...(['billing', 'settings', 'teams', 'customize', 'powered-by'] as const).map((tab) =>
      createRoute({
        ...inDash(`/${tab}`),
        beforeLoad: () => {
          throw redirect({ to: `/dash/account/${tab}` as '/dash/account', replace: true })
        },
      }),
    ),
    createRoute({ ...inDash('/account'), ...accountPage }),
    ...accountTabs.map((tab) => createRoute({ ...inDash(`/account/${tab}`), ...accountPage })),
  ]),
  createRoute({
    ...under('/operator/$'),
    component: laterPage(async () => (await import('./pages/operator.tsx')).OperatorPage),
  }),
  // Beside the dashboard, not inside it: an unknown page says so without a login.
  createRoute({ ...under('/dash/$'), component: NotFoundPage }),
]

listenForOverlays()

/** Queries are plain text here: the router takes what another page or a mail has written into an address literally. */
export const router = createRouter({
  routeTree: root.addChildren(routes),
  scrollRestoration: true,
  defaultPendingComponent: PageWaiting,
  defaultPendingMs: 300,
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined)
    return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
