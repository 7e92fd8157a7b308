/** A form out of the JSON schema of a game's options. */
export interface Field {
  name: string
  label: string
  about: string
  kind: 'whole' | 'switch' | 'pick'
  first: unknown // the default
  least?: number
  most?: number
  picks: (string | number)[]
}

type Schema = Record<string, unknown>

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Follows a "$ref" into "$defs", as schemas of one type are often written. */
function resolved(schema: unknown, root: Schema): Schema {
  if (!isSchema(schema)) return {}
  const ref = schema['$ref']
  if (typeof ref !== 'string') return schema
  let place: unknown = root
  for (const step of ref.replace(/^#\//, '').split('/')) place = isSchema(place) ? place[step] : undefined
  const { $ref: _, ...beside } = schema
  return { ...resolved(place, root), ...beside }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const isPick = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'
const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** The fields a form can ask for; properties of other shapes are left to their defaults. */
export function fieldsOf(schema: Record<string, unknown>): Field[] {
  const top = resolved(schema, schema)
  const properties = isSchema(top.properties) ? top.properties : {}
  const fields: Field[] = []
  for (const [name, raw] of Object.entries(properties)) {
    const property = resolved(raw, schema)
    const title = text(property.title)
    const label = title || name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
    const shared = { name, label, about: text(property.description), first: property.default }
    const picks = Array.isArray(property.enum) ? property.enum.filter(isPick) : []
    if (picks.length) fields.push({ ...shared, kind: 'pick', picks })
    else if (property.type === 'boolean') fields.push({ ...shared, kind: 'switch', picks: [] })
    else if (property.type === 'integer') {
      const least = number(property.minimum)
      const most = number(property.maximum)
      fields.push({ ...shared, kind: 'whole', picks: [], least, most })
    }
  }
  return fields
}

/** What the server needs to be told: only what differs from the defaults. */
export function chosen(fields: Field[], values: Record<string, unknown>): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const field of fields) {
    const value = values[field.name]
    if (value !== undefined && value !== null && value !== field.first) out[field.name] = value
  }
  return out
}

/** Why a value cannot be sent, in a sentence; empty when it can. */
export function wrong(field: Field, value: unknown): string {
  if (field.kind !== 'whole') return ''
  if (typeof value !== 'number' || !Number.isInteger(value)) return `${field.label} is a whole number.`
  const { least, most } = field
  if (least !== undefined && most !== undefined && (value < least || value > most))
    return `${field.label} is between ${least} and ${most}.`
  if (least !== undefined && value < least) return `${field.label} is at least ${least}.`
  if (most !== undefined && value > most) return `${field.label} is at most ${most}.`
  return ''
}
