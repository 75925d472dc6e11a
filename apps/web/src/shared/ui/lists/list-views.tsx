import { Link } from '@tanstack/react-router'
import textStyles from '../styles/text.module.css'
import listStyles from './list.module.css'

interface ListViewsProps<View extends string> {
  /** Each with its number of rows; null while that is unknown. */
  views: ReadonlyArray<{ view: View; name: string; count: number | null }>
  shown: View
  label: string
  /** The address of a view. */
  search: (view: View) => object
}

/** The views of a list, side by side, each a link. */
export function ListViews<View extends string>({ views, shown, label, search }: ListViewsProps<View>) {
  return (
    <nav className={listStyles.listViews} aria-label={label}>
      {views.map(({ view, name, count }) => (
        <Link
          key={view}
          to="."
          search={search(view) as never}
          resetScroll={false}
          // The router treats any part of an address as the current page.
          activeOptions={{ exact: true }}
          className={listStyles.listView}
          aria-current={view === shown ? 'page' : undefined}
        >
          {name} <span className={textStyles.mono}>{count ?? '·'}</span>
        </Link>
      ))}
    </nav>
  )
}
