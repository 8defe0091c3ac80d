/** Every resource and template, in the order in which they are listed. */
import type { FixtureResource } from '../feature.ts'
import { askingResource } from './asking.ts'
import { staticResources } from './static.ts'

export { templates } from './templates.ts'

/** How many resources a page has. */
export const resourcesOfPage = 10
export const templatesOfPage = 4

export const resources: readonly FixtureResource[] = [...staticResources, askingResource]
