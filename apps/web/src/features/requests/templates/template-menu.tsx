import { Link } from '@tanstack/react-router'
import { requestFormWords } from '../form/words/request-form-words.ts'
import { RequestIcon } from '../request-icon.tsx'
import '../list/request-list.css'
import { DropMenu, Menu } from '../../../shared/ui/dialogs/drop-menu.tsx'
import { useRequestWords } from '../request-words.ts'
import { useTemplates } from './use-templates.ts'

/** Beside the way to a new request: the same, begun with a template. */
export function TemplateMenu() {
  const words = useRequestWords(requestFormWords)
  const { templates = [] } = useTemplates()
  if (templates.length === 0) return null
  return (
    <DropMenu position="bottom-end" width={260}>
      <Menu.Target>
        <button type="button" className="request-template-button" aria-label={words.templates} title={words.templates}>
          <RequestIcon name="chevron" size={18} />
        </button>
      </Menu.Target>
      <Menu.Dropdown className="request-templates">
        <Menu.Label>{words.templates}</Menu.Label>
        {templates.map(({ _id, name }) => (
          <Menu.Item
            key={_id}
            renderRoot={(props) => <Link to="/dash/requests" search={{ new: '', template: _id }} {...props} />}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </DropMenu>
  )
}
