/** The few icons of the pages, on a 24-unit grid, in the colour of the text beside them. All are decorative. */
const paths = {
  add: 'M12 15V4m0 0L7.5 8.5M12 4l4.5 4.5M4 15v2.5A2.5 2.5 0 0 0 6.5 20h11a2.5 2.5 0 0 0 2.5-2.5V15',
  remove: 'M7 7l10 10M17 7L7 17',
  lock: 'M7.5 11V8a4.5 4.5 0 0 1 9 0v3M6 11h12v9H6z',
  sun: 'M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4',
  moon: 'M19.5 14.2A8 8 0 1 1 9.8 4.5a6.3 6.3 0 0 0 9.7 9.7Z',
  back: 'M19 12H5m0 0l6-6m-6 6l6 6',
  mail: 'M3.5 6h17v12h-17zM4 6.5l8 6.5 8-6.5',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.1-3.2a4 4 0 0 0-5.6-5.6L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.1 3.2a4 4 0 0 0 5.6 5.6l1.2-1.1',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 11v5.5M12 7.6v.1',
  warning: 'M12 4L2.8 19.5h18.4L12 4ZM12 10v4.5M12 17v.1',
  done: 'M5 12.5l4.5 4.5L19 7.5',
  copy: 'M9 9h10.5v10.5H9zM5.5 15H4.5V4.5H15v1',
  library: 'M4 5.5h6l2 2.5h8v11H4zM4 8h8',
  people:
    'M9 5a3.2 3.2 0 1 0 0 6.4A3.2 3.2 0 0 0 9 5ZM3 19.5c0-3.4 2.4-5.6 6-5.6s6 2.2 6 5.6M15.5 5.4a3.2 3.2 0 0 1 0 5.9M17.5 14.3c2.2.7 3.5 2.6 3.5 5.2',
  person: 'M12 4.5a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6ZM4.5 20c0-3.7 3-6 7.5-6s7.5 2.3 7.5 6',
  card: 'M3 6h18v12H3zM3 10h18',
  leave: 'M10 4.5H5.5v15H10M14 8l4 4-4 4M18 12H9',
  search: 'M10.5 4.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12ZM15 15l5 5',
  bin: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 12.5h9.4L17.5 7M10.2 10.5v5.5M13.8 10.5v5.5',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.5V12l3 2',
  requests: 'M4 13.5h4.5a3.5 3.5 0 0 0 7 0H20M4 13.5v6h16v-6l-3-8.5M4 13.5L7 5M12 3v7m0 0L9.2 7.2M12 10l2.8-2.8',
  download: 'M12 4v11m0 0l-4.5-4.5M12 15l4.5-4.5M4 15v2.5A2.5 2.5 0 0 0 6.5 20h11a2.5 2.5 0 0 0 2.5-2.5V15',
} as const

export type IconName = keyof typeof paths

export const Icon = ({ name, size }: { name: IconName; size?: number | undefined }) => (
  <Drawing path={paths[name]} size={size} />
)

/** One of these, or a page's own icon on the same grid. */
export function Drawing({ path, size = 20 }: { path: string; size?: number | undefined }) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  )
}
