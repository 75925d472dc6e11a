import { createRootRoute, createRoute, createRouter, Link, Outlet } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { HomePage } from './pages/home.tsx'
import { NotFoundPage } from './pages/not-found.tsx'
import { askBeforeLeaving } from './transfers/ask-before-leaving.ts'
import { BrokenPage } from './ui/broken-page.tsx'
import { NoticeBoard } from './ui/notice-board.tsx'
import { Page } from './ui/page.tsx'
import { useWords } from './words/language.tsx'
import { shellWords } from './words/shell.ts'

/** The app's own link home: a running upload is not left. */
const linkHome = (brand: ReactNode, label: string) => (
  <Link to="/" className="brand" aria-label={label}>
    {brand}
  </Link>
)

function Shell() {
  const words = useWords(shellWords)
  // On every page: a draft and a running upload live on behind all of them.
  useEffect(askBeforeLeaving, [])
  useEffect(() => {
    document.title = words.title
  }, [words.title])
  return (
    <>
      <Page home={linkHome}>
        <Outlet />
      </Page>
      <NoticeBoard />
    </>
  )
}

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage, errorComponent: BrokenPage })

/** Every address of the app, in one list. `/index.html` is another name of `/`. */
const routes = [
  createRoute({ getParentRoute: () => root, path: '/', component: HomePage }),
  createRoute({ getParentRoute: () => root, path: '/index.html', component: HomePage }),
]

export const router = createRouter({ routeTree: root.addChildren(routes), scrollRestoration: true })

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
