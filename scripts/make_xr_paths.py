#!/usr/bin/env python3
"""Make tests/data/xr_paths.ron from the OpenXR registry.

    python3 scripts/make_xr_paths.py path/to/xr.xml [OUTPUT]

The registry is specification/registry/xr.xml of KhronosGroup/OpenXR-SDK-Source.
The table holds facts only: the API version or extension of each profile, and
the path and type of each component. The test
tests/headless/program/xr_config.rs compares the game's bindings with it.

Where the registry keeps these facts, and what becomes of them here:

* <interaction_profiles> lists every profile with its own components. One with a
  `user_path` exists on that path only, the others on all of the profile's.
* A <feature> (an API version) or an <extension> whose <require> names the
  profile provides it: `requires` in the table, any one of which is enough.
* <extend interaction_profile_path=...> inside a <require> adds components to a
  profile if that section is enabled, together with the <require>'s `depends`:
  a group with `needs`.
* <extend interaction_profile_predicate="true"> adds a user path to each profile
  that meets the conditions. It inherits the components of another path:
  `inherited`.
"""

import pathlib
import re
import sys
import xml.etree.ElementTree as ET

TYPES = {
    "XR_ACTION_TYPE_BOOLEAN_INPUT": "Boolean",
    "XR_ACTION_TYPE_FLOAT_INPUT": "Float",
    "XR_ACTION_TYPE_VECTOR2F_INPUT": "Vector2f",
    "XR_ACTION_TYPE_POSE_INPUT": "Pose",
    "XR_ACTION_TYPE_VIBRATION_OUTPUT": "Vibration",
}
OUTPUT = pathlib.Path(__file__).resolve().parent.parent / "tests/data/xr_paths.ron"


class Profile:
    """One interaction profile, gathered from all over the registry."""

    def __init__(self, element):
        self.path = element.get("name")
        self.users = [user.get("path") for user in element.findall("user_path")]
        self.requires = []
        self.inherited = []
        # (user paths, system) -> {subpath: type}
        self.own = {}
        # (user paths, system, subpath, type) -> [needs]
        self.added = {}
        for component in element.findall("component"):
            users, system, subpath, kind = self.read(component)
            self.own.setdefault((users, system), {})[subpath] = kind

    def read(self, component):
        """The user paths, system flag, subpath and type of a <component>."""
        user = component.get("user_path")
        if user is not None and user not in self.users:
            sys.exit(f"{self.path}: component on the unlisted user path {user}")
        users = (user,) if user else tuple(self.users)
        system = component.get("system") == "true"
        return users, system, component.get("subpath"), TYPES[component.get("type")]

    def extend(self, extend, needs):
        """Add the components of an <extend interaction_profile_path=...>."""
        for element in extend:
            if element.tag != "component":
                sys.exit(f"{self.path}: extended by an unknown <{element.tag}>")
            alternatives = self.added.setdefault(self.read(element), [])
            alternatives.extend(need for need in needs if need not in alternatives)

    def meets(self, condition):
        """Whether the profile has a <condition>'s components on its user path."""
        user = condition.find("user_path").get("path")
        return all(
            any(
                user in users and kinds.get(wanted.get("subpath")) == TYPES[wanted.get("type")]
                for (users, _), kinds in self.own.items()
            )
            for wanted in condition.findall("component")
        )

    def inherit(self, extend, needs):
        """Add the user paths of an <extend interaction_profile_predicate=...>."""
        if all(self.meets(condition) for condition in extend.findall("condition")):
            for user in extend.findall("user_path"):
                self.inherited.append((user.get("path"), user.get("inherit"), needs))

    def groups(self):
        """The components that share user paths, system flag and needs."""
        groups = {(users, (), system): kinds for (users, system), kinds in self.own.items()}
        for (users, system, subpath, kind), needs in self.added.items():
            key = (users, tuple(sorted(needs)), system)
            groups.setdefault(key, {})[subpath] = kind
        return sorted(groups.items(), key=lambda group: (group[0][1], group[0][2], group[0][0]))


def alternatives(section, depends):
    """Sets of versions and extensions, as "A+B"; one set must be enabled."""
    if depends is None:
        return [section]
    if "(" in depends:
        sys.exit(f"{section}: `depends` with brackets isn't supported: {depends}")
    return ["+".join([section, *all_of.split("+")]) for all_of in depends.split(",")]


def gather(registry):
    """All interaction profiles that a version or an extension provides."""
    profiles = {}
    for element in registry.find("interaction_profiles"):
        profile = Profile(element)
        profiles[profile.path] = profile
    for section in [*registry.iter("feature"), *registry.iter("extension")]:
        if section.get("supported") == "disabled":
            continue
        for require in section.findall("require"):
            needs = alternatives(section.get("name"), require.get("depends"))
            for element in require.findall("interaction_profile"):
                profiles[element.get("name")].requires.extend(needs)
            for element in require.findall("extend"):
                if element.get("interaction_profile_path"):
                    profiles[element.get("interaction_profile_path")].extend(element, needs)
                elif element.get("interaction_profile_predicate") == "true":
                    for profile in profiles.values():
                        profile.inherit(element, needs)
    return [profile for profile in profiles.values() if profile.requires]


def version(registry):
    """The version of the registry, as 1.1.62."""
    for define in registry.iter("type"):
        text = "".join(define.itertext())
        if "#define XR_CURRENT_API_VERSION" in text:
            return ".".join(re.search(r"\((\d+), *(\d+), *(\d+)\)", text).groups())
    return sys.exit("no XR_CURRENT_API_VERSION: is this the OpenXR registry?")


def strings(values):
    """A RON list of strings."""
    return "[" + ", ".join(f'"{value}"' for value in values) + "]"


def lines(profile):
    """The profile in RON, with little indentation to keep the file small."""
    yield "("
    yield f'  profile: "{profile.path}",'
    yield f"  requires: {strings(profile.requires)},"
    yield f"  users: {strings(profile.users)},"
    yield "  groups: ["
    for (users, needs, system), kinds in profile.groups():
        fields = [f"users: {strings(users)}"] if list(users) != profile.users else []
        fields += [f"needs: {strings(needs)}"] if needs else []
        fields += ["system: true"] if system else []
        yield "    (" + "".join(f"{field}, " for field in fields) + "components: {"
        for subpath, kind in kinds.items():
            yield f'      "{subpath}": {kind},'
        yield "    }),"
    yield "  ],"
    if profile.inherited:
        yield "  inherited: ["
        for user, like, needs in profile.inherited:
            yield f'    (user: "{user}", like: "{like}", needs: {strings(needs)}),'
        yield "  ],"
    yield "),"


def main():
    """Read the registry, write the table."""
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    registry = ET.parse(sys.argv[1]).getroot()
    number = version(registry)
    output = pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else OUTPUT
    profiles = gather(registry)
    text = [
        f"// Interaction profiles of the OpenXR registry, version {number}.",
        "// Generated, do not edit: python3 scripts/make_xr_paths.py path/to/xr.xml",
        "//",
        "// requires: API versions and extensions, any of which brings the profile in.",
        "// users: where a group of components exists, if not on all user paths of the profile.",
        '// needs: what must be on as well for a group; one of the list, all of "A+B".',
        "// system: the runtime may keep these inputs for itself.",
        "// inherited: a further user path has the components of another one.",
        f'(registry: "{number}", profiles: [',
        *(line for profile in profiles for line in lines(profile)),
        "])",
    ]
    output.write_text("\n".join(text) + "\n", encoding="utf-8")
    print(f"{output}: {len(profiles)} profiles of registry {number}", file=sys.stderr)


if __name__ == "__main__":
    main()
