// Terms classify events: categories, which form a tree, and tags. Both share one counter of ids.

export const taxonomies = ['category', 'tag'] as const;
export type Taxonomy = (typeof taxonomies)[number];

/** Depth limit of the category tree: the URL of a category names all its ancestors. */
export const categoryLevelsMax = 100;

export interface TaxonomyTerm {
  readonly id: number;
  readonly taxonomy: Taxonomy;
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  /** 0 at the top, and for tags. */
  readonly parentId: number;
}
