import { Drawing, Icon, type IconName } from '../../shared/ui/marks/icons.tsx'

/** Icons that only requests use: they load with their code, not with every page. */
const paths = {
  chevron: 'M9 6l6 6-6 6',
  more: 'M5.5 12h.1M12 12h.1M18.5 12h.1',
  edit: 'M4.5 19.5l1-4.2L16 4.8a1.8 1.8 0 0 1 2.6 0l.6.6a1.8 1.8 0 0 1 0 2.6L8.7 18.5l-4.2 1ZM14.5 6.5l3 3',
  plus: 'M12 5v14M5 12h14',
  pause: 'M9 5.5v13M15 5.5v13',
  qr: 'M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h2v2h-2zM17.5 17.5h2v2h-2zM19.5 13.5v1M13.5 19.5h1',
  up: 'M12 19V5m0 0l-6 6m6-6l6 6',
  down: 'M12 5v14m0 0l-6-6m6 6l6-6',
} as const

export type RequestIconName = IconName | keyof typeof paths

const isOwn = (name: RequestIconName): name is keyof typeof paths => name in paths

/** A shared icon, or one of requests' own. */
export function RequestIcon({ name, size }: { name: RequestIconName; size?: number | undefined }) {
  return isOwn(name) ? <Drawing path={paths[name]} size={size} /> : <Icon name={name} size={size} />
}
