"""Converts the XML form of Tiled's files to the tree of their JSON form."""

import xml.etree.ElementTree as etree

from .source_folder import Tree

LAYERS = {"layer": "tilelayer", "objectgroup": "objectgroup", "imagelayer": "imagelayer", "group": "group"}
"""The tags of layers, and their types in JSON."""


def map_tree(root: etree.Element) -> Tree:
    """The tree of a `<map>`."""
    return {
        **_described(root),
        "layers": _layers(root),
        "tilesets": [tileset_tree(tileset) for tileset in root.findall("tileset")],
    }


def tileset_tree(root: etree.Element) -> Tree:
    """The tree of a `<tileset>`."""
    return {**_described(root), "tiles": [_described(tile) for tile in root.findall("tile")]}


def template_tree(root: etree.Element) -> Tree:
    """The tree of a `<template>`."""
    tileset, found = root.find("tileset"), root.find("object")
    tree: Tree = {"object": {} if found is None else _object(found)}
    return tree if tileset is None else {**tree, "tileset": tileset_tree(tileset)}


def _described(element: etree.Element) -> Tree:
    tree: Tree = dict(element.attrib)
    properties = element.find("properties")
    if properties is not None:
        tree["properties"] = [_property(item) for item in properties.findall("property")]
    return tree


def _property(item: etree.Element) -> Tree:
    inner = item.find("properties")
    if inner is not None:
        value: object = {str(each.get("name")): each.get("value", "") for each in inner.findall("property")}
    else:
        value = item.get("value", item.text or "")
    return {"name": item.get("name", ""), "type": item.get("type", "string"), "value": value}


def _layers(parent: etree.Element) -> list[Tree]:
    return [_layer(element) for element in parent if element.tag in LAYERS]


def _layer(element: etree.Element) -> Tree:
    tree = _described(element)
    if element.tag != "objectgroup" or "class" in tree:
        tree.pop("type", None)
    tree["type"] = LAYERS[element.tag]
    if element.tag == "group":
        tree["layers"] = _layers(element)
    elif element.tag == "objectgroup":
        tree["objects"] = [_object(found) for found in element.findall("object")]
    elif element.tag == "layer":
        data = element.find("data")
        if data is not None:
            tree["encoding"] = data.get("encoding", "")
            tree["compression"] = data.get("compression", "")
            chunks = data.findall("chunk")
            if chunks:
                tree["chunks"] = [{**chunk.attrib, "data": _tiles(chunk)} for chunk in chunks]
            else:
                tree["data"] = _tiles(data)
    return tree


def _tiles(data: etree.Element) -> object:
    """The text of layer data, or the numbers of its `<tile>` elements."""
    tiles = data.findall("tile")
    if not tiles:
        return data.text or ""
    return [int(gid) if (gid := tile.get("gid", "0")).isascii() and gid.isdigit() else -1 for tile in tiles]


def _object(element: etree.Element) -> Tree:
    tree = _described(element)
    for shape in ("point", "ellipse"):
        if element.find(shape) is not None:
            tree[shape] = True
    for shape in ("polygon", "polyline"):
        found = element.find(shape)
        if found is not None:
            pairs = (pair.partition(",") for pair in found.get("points", "").split())
            tree[shape] = [{"x": x, "y": y} for x, _, y in pairs]
    text = element.find("text")
    if text is not None:
        tree["text"] = text.text or ""
    return tree
